-- The search keys of an area become its code and each character of its name after its reading (` 330127 chun淳 an安 xian县 `), so that one
-- pattern finds it by characters, pinyin, initials, and any mixture of them. A third of the length of before.
create or replace function area_search_keys(ids text[]) returns table (id text, keys text) language sql stable as $$
  with letters as (
    select a.id, a.code, a.name, at, substr(a.name, at, 1) as letter
    from areas a, generate_series(1, char_length(a.name)) at where a.id = any(ids)
  ), spelled as (
    select l.id, l.code, l.at, coalesce(
      (select w.syllable from pinyin_words w where w.character = l.letter and l.at >= w.place
        and substr(l.name, l.at - w.place + 1, char_length(w.word)) = w.word limit 1) || l.letter,
      r.syllable || l.letter, lower(l.letter)) as part
    from letters l left join pinyin_readings r on r.character = l.letter
  )
  select s.id, ' ' || lower(s.code) || ' ' || string_agg(part, ' ' order by at) || ' ' from spelled s group by s.id, s.code
$$;

alter table areas disable trigger area_search_changed;
update areas a set search_keys = k.keys from area_search_keys(array(select id from areas)) k where k.id = a.id;
alter table areas enable trigger area_search_changed;
