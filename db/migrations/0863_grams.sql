-- The same grams in one pass: taking each out of a long text by its place read the text from its beginning each time.
create or replace function letter_grams(name text) returns text[] language sql immutable parallel safe as $$
  with letters as materialized (
    select letter, lead(letter) over (order by n) as next
      from unnest(string_to_array(lower(translate(name, E' \t·•', '')), null)) with ordinality as l (letter, n))
  select array(
    select distinct gram from (
      select letter as gram from letters
      union all
      select letter || next from letters where next is not null) as grams)
$$;
