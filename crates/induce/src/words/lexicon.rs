//! The words that users of records expect, and what is said for them on pages.
//!
//! Names follow schema.org where it has a short word. A synonym is a word or phrase (in lower snake
//! case, without diacritics) of labels, class words and keys of structured data; those of other
//! languages are the ones that their shops, news sites and forums commonly use. A phrase that is
//! not here keeps its own words.

use crate::names::grammar::Form;

/// A name, what its values look like, and what else is said for it.
struct Entry(&'static str, Form, &'static str);

const ENTRIES: &[Entry] = &[
    Entry(
        "title",
        Form::Short,
        "headline heading subject titel titre titulo titolo subtitle_main \
        nazov tytul rubrik baslik название заголовок 标题 標題 題名 タイトル 제목",
    ),
    Entry(
        "name",
        Form::Short,
        "fullname full_name display_name nom nombre nome naam navn namn имя \
        名称 名稱 姓名 名前 이름",
    ),
    Entry(
        "subtitle",
        Form::Short,
        "subheading subhead alternative_headline untertitel sous_titre \
        subtitulo sottotitolo",
    ),
    Entry(
        "price",
        Form::Price,
        "cost amount money pricing preis prix precio prezzo preco prijs pris \
        cena fiyat hinta цена 价格 價格 価格 定价 가격",
    ),
    Entry("list_price", Form::Price, "msrp rrp uvp retail_price suggested_retail_price"),
    Entry(
        "total_results",
        Form::Number,
        "result_count results_count number_of_results total_items \
        total_hits",
    ),
    Entry("currency", Form::Short, "price_currency waehrung wahrung devise moneda valuta"),
    Entry(
        "author",
        Form::Short,
        "by byline writer posted_by written_by created_by creator \
        posted_by_user reviewed_by autor auteur autore autora verfasser von_autor skribent yazar \
        автор 作者 著者 저자",
    ),
    Entry(
        "date",
        Form::Date,
        "datetime date_published published published_on published_time \
        publish_date pubdate posted posted_on posted_at post_date date_posted date_created created \
        created_at created_on time_posted upload_date datum veroffentlicht veroffentlicht_am \
        erschienen publie publie_le date_de_publication fecha publicado publicado_el data \
        pubblicato pubblicato_il dato tarih дата опубликовано 日期 发布时间 发表时间 投稿日 날짜",
    ),
    Entry(
        "updated",
        Form::Date,
        "date_modified modified modified_time updated_time updated_on \
        updated_at date_updated last_updated last_update last_modified og_updated_time lastmod \
        aktualisiert aktualisiert_am zuletzt_aktualisiert mis_a_jour mis_a_jour_le actualizado \
        aggiornato atualizado обновлено 更新 更新时间 更新日",
    ),
    Entry(
        "image",
        Form::Url,
        "img photo picture thumbnail thumbnail_url thumb image_url photo_url \
        primary_image bild foto abbildung imagen immagine imagem изображение 图片 圖片 画像",
    ),
    Entry("logo", Form::Url, ""),
    Entry("avatar", Form::Url, "gravatar profile_image profile_photo profile_picture userpic"),
    Entry(
        "description",
        Form::Text,
        "desc about product_description beschreibung descripcion \
        descrizione descricao beschrijving opis описание 描述 简介 商品説明 説明 설명",
    ),
    Entry(
        "summary",
        Form::Text,
        "synopsis zusammenfassung resume resumen riassunto resumo \
        摘要 概要",
    ),
    Entry("abstract", Form::Text, ""),
    Entry("bio", Form::Text, ""),
    Entry("biography", Form::Text, ""),
    Entry("excerpt", Form::Text, "teaser snippet intro standfirst lede kicker_text"),
    Entry(
        "body",
        Form::Text,
        "article_body content_body main_content review_body comment_body \
        post_body entry_content post_content article_content inhalt contenu contenido contenuto \
        conteudo текст 正文 内容 本文 본문",
    ),
    Entry(
        "category",
        Form::Short,
        "cat cats product_cat section article_section topic product_category kategorie rubrik \
        ressort categorie rubrique categoria seccion sezione secao kategori рубрика категория 分类 \
        分類 类别 カテゴリ 카테고리",
    ),
    Entry(
        "tag",
        Form::Short,
        "tags keyword keywords label hashtag article_tag schlagwort \
        schlagworte stichwort stichworte mot_cle mots_cles etiqueta etiquetas palabras_clave parola_chiave \
        теги метки 标签 標籤 タグ 태그",
    ),
    Entry("genre", Form::Short, "genere genero gattung жанр"),
    Entry(
        "breadcrumb",
        Form::Short,
        "breadcrumbs bread crumb crumbs brotkrumen fil_d_ariane migas you_are_here \
        you_are_in sie_sind_hier vous_etes_ici estas_aqui",
    ),
    Entry(
        "rating",
        Form::Number,
        "rating_value star_rating stars score aggregate_rating \
        review_rating average_rating avg_rating bewertung sterne note_moyenne valoracion puntuacion \
        valutazione punteggio avaliacao оценка рейтинг 评分 評価 평점",
    ),
    Entry(
        "review_count",
        Form::Number,
        "rating_count num_reviews number_of_reviews reviews_count \
        total_reviews total_ratings number_of_ratings ratings_count",
    ),
    Entry(
        "comment_count",
        Form::Number,
        "num_comments number_of_comments comments_count \
        reply_count replies_count",
    ),
    Entry("vote_count", Form::Number, "votes num_votes number_of_votes total_votes votecount"),
    Entry("share_count", Form::Number, "shares num_shares number_of_shares total_shares"),
    Entry("reading_time", Form::Any, "read_time time_to_read minutes_to_read lesezeit"),
    Entry("view_count", Form::Number, "num_views views views_count page_views aufrufe vues vistas"),
    Entry(
        "review",
        Form::Any,
        "customer_review user_review rezension avis resena recensione \
        отзыв 评论 レビュー",
    ),
    Entry(
        "comment",
        Form::Any,
        "reply response kommentar commentaire comentario commento \
        комментарий 留言 コメント",
    ),
    Entry(
        "availability",
        Form::Short,
        "stock in_stock instock out_of_stock outofstock stock_status available \
        stock_level verfugbarkeit lagerbestand lieferbarkeit disponibilite disponibilidad \
        disponibilita disponibilidade наличие 库存 在庫 재고",
    ),
    Entry(
        "sku",
        Form::Code,
        "item_number article_number item_no article_no product_code item_code \
        stock_keeping_unit artikelnummer artikel_nr art_nr bestellnummer referencia \
        codice codigo артикул 货号 商品番号",
    ),
    Entry("upc", Form::Code, "gtin12"),
    Entry("ean", Form::Code, "gtin13 gtin gtin14 gtin8 barcode"),
    Entry("isbn", Form::Code, "isbn13 isbn10"),
    Entry("mpn", Form::Code, "manufacturer_part_number part_number model_number herstellernummer"),
    Entry("brand", Form::Short, "brand_name marke marque marca merk бренд 品牌 ブランド 브랜드"),
    Entry(
        "manufacturer",
        Form::Short,
        "maker hersteller fabricant fabricante produttore fabrikant \
        производитель 制造商 メーカー",
    ),
    Entry("model", Form::Short, "model_name modell modele modelo modello модель 型号 型番"),
    Entry("publisher", Form::Short, "verlag editeur editorial editore editora издательство 出版社"),
    Entry("artist", Form::Short, "performer musician kunstler interpret artiste artista"),
    Entry("cuisine", Form::Short, "cuisine_type kuche cucina cocina"),
    Entry("director", Form::Short, "directed_by regie regisseur realisateur regia regista"),
    Entry("team", Form::Short, "team_name mannschaft equipe equipo squadra"),
    Entry(
        "company",
        Form::Short,
        "employer hiring_organization company_name firma arbeitgeber \
        entreprise empresa azienda компания 公司 会社",
    ),
    Entry(
        "location",
        Form::Short,
        "job_location place venue ort standort lieu ubicacion luogo \
        местоположение 地点 場所",
    ),
    Entry(
        "address",
        Form::Any,
        "addr street_address postal_address adresse direccion indirizzo endereco \
        adres адрес 地址 住所 주소",
    ),
    Entry(
        "locality",
        Form::Short,
        "address_locality city town stadt ville ciudad citta cidade \
        город 城市",
    ),
    Entry("region", Form::Short, "address_region state province bundesland"),
    Entry(
        "postal_code",
        Form::Code,
        "zip zipcode zip_code postcode plz code_postal codigo_postal cap",
    ),
    Entry("country", Form::Short, "address_country land pays pais paese страна 国家"),
    Entry(
        "phone",
        Form::Phone,
        "tel telephone phone_number telefon telefonnummer telefono telefone \
        телефон 电话 電話 전화",
    ),
    Entry("email", Form::Email, "e_mail mail email_address mailto correo courriel 邮箱"),
    Entry("website", Form::Any, "homepage web_site webseite site_web sitio_web"),
    Entry("language", Form::Short, "in_language lang sprache langue idioma lingua язык 语言 言語"),
    Entry("version", Form::Short, "software_version release"),
    Entry("license", Form::Any, "licence lizenz licencia licenza лицензия"),
    Entry("salary", Form::Any, "base_salary pay wage gehalt salaire salario stipendio зарплата"),
    Entry("duration", Form::Any, "time_required running_time runtime dauer duree duracion durata"),
    Entry("weight", Form::Any, "gewicht poids peso вес 重量"),
    Entry("size", Form::Any, "grosse taille talla taglia tamanho размер 尺寸 サイズ"),
    Entry("color", Form::Short, "colour farbe couleur colore cor цвет 颜色 カラー"),
    Entry(
        "quantity",
        Form::Number,
        "qty menge anzahl quantite cantidad quantita quantidade \
        количество 数量",
    ),
    Entry("caption", Form::Any, "bildunterschrift legende didascalia"),
    Entry(
        "previous",
        Form::Any,
        "prev older vorherige vorheriger precedent anterior precedente 上一页",
    ),
    Entry("next", Form::Any, "newer nachste nachster suivant siguiente successivo proximo 下一页"),
];

/// The name that users expect for a word or phrase in lower snake case, if it is a known one.
pub(crate) fn canonical(phrase: &str) -> Option<&'static str> {
    entry(phrase).map(|entry| entry.0)
}

/// What values of a name look like; [`Form::Any`] for names that are not known.
pub(crate) fn expected(name: &str) -> Form {
    entry(name).map_or(Form::Any, |entry| entry.1)
}

fn entry(phrase: &str) -> Option<&'static Entry> {
    ENTRIES.iter().find(|entry| {
        entry.0 == phrase || entry.2.split_ascii_whitespace().any(|synonym| synonym == phrase)
    })
}

/// Words for the thing that a record is about; in front of a name within the record they say
/// nothing (`product_price` of a product).
pub(crate) const ENTITIES: &str = "product article post entry item page node story listing record \
    card tile detail details main";

/// Words before a known name that make it another one (`old_price`, `birth_date`).
pub(crate) const QUALIFIERS: &str = "old new was now sale special regular retail list original \
    discount discounted previous next min max minimum maximum low lowest high highest start end first \
    last birth due unit total sub short long related similar reviewer seller vendor shipping billing \
    delivery publication release expiry expiration side source target parent member club online net \
    gross base average overall current starting from to";
