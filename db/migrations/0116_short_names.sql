-- Organisations are found by a part of their short name as they are by one of their name.

create function letter_grams(name text) returns text[] language sql immutable parallel safe as $$
  select array(
    select distinct gram from (
      select substr(cleaned, n, length) as gram
        from (select lower(translate(name, E' \t·•', '')) as cleaned) as c,
             generate_series(1, length(cleaned)) as n, (values (1), (2)) as lengths (length)
       where n + length <= length(cleaned) + 1) as grams)
$$;
comment on function letter_grams(text) is 'Single characters and pairs of neighbours, as nameGrams of src/platform/server/nameSearch.ts makes them';

create index organisation_short_grams on organisation using gin (letter_grams(short_name))
  where deleted_at is null and short_name <> '';
