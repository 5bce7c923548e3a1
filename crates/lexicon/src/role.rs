//! What words are for.

macro_rules! roles {
    ($($(#[doc = $doc:literal])+ $role:ident = $name:literal,)+) => {
        /// What words are for, beside being names, kinds of pages or units.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Role {
            $($(#[doc = $doc])+ $role,)+
        }

        impl Role {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$role,)+];

            /// The role that the files call so.
            pub(crate) fn from_name(name: &str) -> Option<Self> {
                match name {
                    $($name => Some(Self::$role),)+
                    _ => None,
                }
            }
        }
    };
}

roles! {
    /// Before the names of who has written something.
    By = "by",
    /// Before a day.
    On = "on",
    /// Verbs before the day, the hour or the place of what was said.
    Said = "said",
    /// Verbs before the day of a change.
    Changed = "changed",
    /// Behind a length of time: `2 days ago`.
    Ago = "ago",
    /// Before a length of time: `vor 2 Tagen`.
    Since = "since",
    /// Before the number of a page.
    Page = "page",
    /// Between a number and how many there are, or the best there is.
    Of = "of",
    /// Between the ends of a range.
    To = "to",
    /// Before the range of the results that a page shows.
    Showing = "showing",
    /// Beside the time that reading takes.
    Read = "read",
    /// First words of phrases that ask the reader to do something: no names of what stands below.
    Bidding = "bidding",
    /// Between the last two of several.
    And = "and",
    /// Words that join others and say nothing by themselves.
    Joining = "joining",
    /// The numbers from zero on.
    Numeral = "numeral",
    /// Words and signs for yes.
    Yes = "yes",
    /// Words and signs for no.
    No = "no",
    /// What can be had.
    InStock = "in_stock",
    /// What cannot.
    OutOfStock = "out_of_stock",
    /// Stands in dates and says nothing.
    InDate = "in_date",
    /// Behind the number of a day.
    Ordinal = "ordinal",
    /// In names of fields whose digits are no quantities: codes, and what is called by a number.
    NoQuantity = "no_quantity",
    /// In notes about taxes behind a price; they do not change the amount.
    Tax = "tax",
    /// Before a price.
    PriceLead = "price_lead",
    /// Begins a note behind a price: the unit that it is for, or another price.
    PriceNote = "price_note",
    /// Says that a number is a rating.
    Rating = "rating",
    /// The best marks that ratings are out of.
    Scale = "scale",
    /// Class words for the state of an element, its side or its place in a list.
    State = "state",
    /// Class words for the look of every other row.
    Stripe = "stripe",
    /// Class words for the first and the last of a list.
    Edge = "edge",
    /// Class words for the links to the other pages of a list.
    Pager = "pager",
    /// Class words for the way from the home page, if it begins there.
    Way = "way",
    /// Class words for parts of pages that all pages have.
    PagePart = "page_part",
    /// Begins the class words of fonts of icons.
    Icon = "icon",
    /// Class words for the look of such an icon, not for what it shows.
    IconStyle = "icon_style",
    /// Class words and ids of elements that hold written text, whatever its form.
    TextBlock = "text_block",
    /// Class words of pictures that decorate.
    Decoration = "decoration",
    /// Names of the files of pictures that show nothing.
    BlankPicture = "blank_picture",
    /// Class words for how something looks or is laid out, and prefixes of frameworks.
    Noise = "noise",
    /// Such words that stand for themselves where nothing else is left.
    Weak = "weak",
    /// What tools that write style sheets put before a code.
    Tool = "tool",
    /// Class words that strike out what they are on.
    Struck = "struck",
    /// Class words for what is read aloud to those who do not see the page, and not shown.
    Spoken = "spoken",
    /// Those of them whose code has a second class word of letters beside it (`sc-1f2e3d-4 hKqXzr`).
    TwinTool = "twin_tool",
    /// First parts of class words of frameworks of looks.
    Look = "look",
    /// States that the colours of such frameworks are named for.
    LookState = "look_state",
    /// First words of pairs that are written as one.
    FirstOfTwo = "first_of_two",
    /// Last words of such pairs that are no known names.
    LastOfTwo = "last_of_two",
    /// Words for the thing that a record is about: in front of a name within the record they say
    /// nothing (`product_price` of a product).
    Entity = "entity",
    /// Words before a known name that make it another one (`old_price`, `birth_date`).
    Qualifier = "qualifier",
    /// Words that have no plural, or none other.
    Mass = "mass",
    /// Names that any thing may have.
    PlainName = "plain_name",
    /// What a thing on a page may be and a page may be about.
    Kind = "kind",
    /// Of those, what is written and read.
    Written = "written",
    /// Of those, where people talk.
    Talk = "talk",
    /// Names that people give to pages beside the kinds, and kinds of pages that hold others.
    UsualPage = "usual_page",
    /// In addresses: how a page is asked for or where it stands, not what it is.
    Asking = "asking",
    /// Which of the things a list lists.
    Which = "which",
    /// Names of lists that do not tell what a page is.
    Vague = "vague",
    /// Names of lists of groups.
    Group = "group",
    /// In addresses of what a link does, not where it leads.
    Action = "action",
    /// What readers write below a text: class words, ids and headings.
    Comments = "comments",
    /// Other words for it, in headings alone.
    Responses = "responses",
    /// Endings of class words for who speaks.
    Speaker = "speaker",
    /// What labels call in several ways (`Telephone`, `Tel.`) and records in one.
    UsualKey = "usual_key",
    /// What links lead to that is called by the name of its page.
    Linked = "linked",
    /// Properties that lead from a thing to the thing that the page is about, or to one of a list.
    ThingContainer = "thing_container",
    /// Properties that say the plainest of what they belong to: `author.name` is the author.
    PlainProperty = "plain_property",
    /// Types of things that have names; works and goods have titles.
    NamedThing = "named_thing",
    /// Types of things that most pages state, whatever they are.
    GeneralThing = "general_thing",
    /// Signs between the parts of a text.
    Separator = "separator",
}
