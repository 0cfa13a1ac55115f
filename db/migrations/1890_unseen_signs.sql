-- Further dots of names (﹒ ˙ ꞏ ㆍ U+0387 ⦁), and further signs that nobody sees: src/platform/reading/signs.ts. What is compared
-- and found ignores the dots; names that came in with either are mended as 1552 did.

create or replace function search_text(said text) returns text language sql immutable parallel safe as $$
  select translate(lower(said),
    'ＡＢＣＤＥＦＧＨＩＪＫＬＭＮＯＰＱＲＳＴＵＶＷＸＹＺａｂｃｄｅｆｇｈｉｊｋｌｍｎｏｐｑｒｓｔｕｖｗｘｙｚ０１２３４５６７８９'
      || E' \t\n\u000b\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff·•・･‧．∙⋅᛫⸱﹒˙ꞏㆍ\u0387⦁',
    'abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz0123456789')
$$;

create or replace function letter_grams(name text) returns text[] language sql immutable parallel safe cost 5000 as $$
  with letters as materialized (
    select letter, lead(letter) over (order by n) as next
      from unnest(string_to_array(translate(lower(name),
    'ＡＢＣＤＥＦＧＨＩＪＫＬＭＮＯＰＱＲＳＴＵＶＷＸＹＺａｂｃｄｅｆｇｈｉｊｋｌｍｎｏｐｑｒｓｔｕｖｗｘｙｚ０１２３４５６７８９'
      || E' \t\n\u000b\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff·•・･‧．∙⋅᛫⸱﹒˙ꞏㆍ\u0387⦁',
    'abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz0123456789'), null)) with ordinality as l (letter, n))
  select array(
    select distinct gram from (
      select letter as gram from letters
      union all
      select letter || next from letters where next is not null) as grams)
$$;

-- Only what holds such a sign is looked at; what joins the parts of an emoji stays, but in no name.
create function pg_temp.unseen(said text) returns boolean language sql immutable as $$
  select said ~ E'[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U000e0000-\U000e0fff]'
$$;
create function pg_temp.seen(said text) returns text language sql immutable as $$
  select trim(regexp_replace(said, E'[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff0-\ufffb\U000e0000-\U000e00ff\U000e01f0-\U000e0fff]', '', 'g'))
$$;
create function pg_temp.name_seen(said text) returns text language sql immutable as $$
  select trim(regexp_replace(regexp_replace(pg_temp.seen(said), E'[\u200d\ufe00-\ufe0f\U000e0100-\U000e01ef]', '', 'g'),
    E' ?[·﹒˙ꞏㆍ\u0387⦁] ?', '·', 'g'))
$$;
create function pg_temp.dotted(said text) returns boolean language sql immutable as $$ select said ~ E'[﹒˙ꞏㆍ\u0387⦁]' $$;

update member set name = pg_temp.name_seen(name), name_grams = letter_grams(pg_temp.name_seen(name)), pinyin = '', initials = ''
 where erased_at is null and (pg_temp.unseen(name) or pg_temp.dotted(name)) and pg_temp.name_seen(name) not in (name, '');
update account set name = pg_temp.name_seen(name)
 where (pg_temp.unseen(name) or pg_temp.dotted(name)) and pg_temp.name_seen(name) not in (name, '');
-- A name that a sibling bears already in its right form stays, for its worker to decide.
update organisation o set name = pg_temp.seen(name), name_grams = letter_grams(pg_temp.seen(name)), pinyin = '', initials = ''
  from (select id, row_number() over (partition by parent_id, pg_temp.seen(name) order by id) as n
          from organisation where pg_temp.unseen(name)) alike
 where alike.id = o.id and alike.n = 1 and pg_temp.seen(name) not in (name, '')
   and not exists (select from organisation s where s.parent_id = o.parent_id and s.name = pg_temp.seen(o.name));
update organisation set short_name = pg_temp.seen(short_name) where pg_temp.unseen(short_name);
update unit set name = pg_temp.seen(name), name_grams = letter_grams(pg_temp.seen(name)), pinyin = null, initials = null
 where pg_temp.unseen(name) and pg_temp.seen(name) not in (name, '');
-- Dots in names of organisations stay as they are written, and are ignored when they are looked for.
update organisation set name_grams = letter_grams(name) where pg_temp.dotted(name);
update unit set name_grams = letter_grams(name) where pg_temp.dotted(name);

reindex index organisation_short_grams;
reindex index archive_version_words;
reindex index video_words;
reindex index knowledge_document_words;
