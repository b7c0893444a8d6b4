-- What remains of an ident without what the eye does not tell apart: case, forms of one character (NFKC), kinds of
-- dashes, Cyrillic and Greek letters that look like Latin ones, spaces, and a `~` at the end. A new ident is compared
-- by it; idents of stations stay as they are. It does not depend on the locale of the database.
create function fold_ident(ident text) returns text language sql immutable parallel safe
set search_path = pg_catalog, pg_temp as $$
  select translate(
    regexp_replace(lower(normalize(ident, NFKC) collate "C"), '\s|~+$', '', 'g'),
    U&'\2010\2012\2013\2014\2015\2212' ||
      U&'\0430\0432\0435\043A\043C\043D\043E\0440\0441\0442\0443\0445\0456\0458\0455' ||
      U&'\0410\0412\0415\041A\041C\041D\041E\0420\0421\0422\0423\0425\0406\0408\0405' ||
      U&'\03B1\03B2\03B5\03B6\03B7\03B9\03BA\03BC\03BD\03BF\03C1\03C4\03C5\03C7' ||
      U&'\0391\0392\0395\0396\0397\0399\039A\039C\039D\039F\03A1\03A4\03A5\03A7',
    '------' || replace('a b e k m h o p c t y x i j s a b e k m h o p c t y x i j s a b e z h i k m n o p t y x a b e z h i k m n o p t y x', ' ', '')
  )
$$;
create index stations_folded on stations (fold_ident(ident));
