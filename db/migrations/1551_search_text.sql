-- One way in which texts are compared and searched: as searchText of src/platform/reading/signs.ts does it to what is typed. Letters and
-- digits of full width are those of the usual one, gaps and every dot of names are left out.

create function search_text(said text) returns text language sql immutable parallel safe as $$
  select translate(lower(said),
    'ＡＢＣＤＥＦＧＨＩＪＫＬＭＮＯＰＱＲＳＴＵＶＷＸＹＺａｂｃｄｅｆｇｈｉｊｋｌｍｎｏｐｑｒｓｔｕｖｗｘｙｚ０１２３４５６７８９'
      || E' \t\n\u000b\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff·•・･‧．∙⋅᛫⸱',
    'abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz0123456789')
$$;
comment on function search_text(text) is 'A text as it is compared and searched, as searchText of src/platform/reading/signs.ts makes it';

-- What an index is built of names no other function: it is built without a search path.
create or replace function letter_grams(name text) returns text[] language sql immutable parallel safe cost 5000 as $$
  with letters as materialized (
    select letter, lead(letter) over (order by n) as next
      from unnest(string_to_array(translate(lower(name),
    'ＡＢＣＤＥＦＧＨＩＪＫＬＭＮＯＰＱＲＳＴＵＶＷＸＹＺａｂｃｄｅｆｇｈｉｊｋｌｍｎｏｐｑｒｓｔｕｖｗｘｙｚ０１２３４５６７８９'
      || E' \t\n\u000b\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff·•・･‧．∙⋅᛫⸱',
    'abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz0123456789'), null)) with ordinality as l (letter, n))
  select array(
    select distinct gram from (
      select letter as gram from letters
      union all
      select letter || next from letters where next is not null) as grams)
$$;

reindex index organisation_short_grams;
reindex index archive_version_words;
reindex index video_words;
reindex index knowledge_document_words;

update content_group set name_grams = letter_grams(name)
 where search_text(name) <> lower(translate(name, E' \t·•', ''));
update knowledge_text set grams = letter_grams(words)
 where words ~ '[Ａ-Ｚａ-ｚ０-９・･‧．∙⋅᛫⸱\u3000\u00a0]';
