-- Regions are found like people: by a part of the name, its pinyin, its initials, and by the code.

-- A character that a word reads in its own way: the place of the character in the word, from 1.
create table pinyin_words (
  word text not null,
  place integer not null,
  syllable text not null,
  character text not null,
  primary key (character, word, place)
);
insert into pinyin_words (word, place, syllable, character)
select word, place, syllable, substr(word, place, 1) from (values
  ('重庆', 1, 'chong'), ('六安', 1, 'lu'), ('六合', 1, 'lu'), ('长子', 1, 'zhang'), ('厦门', 1, 'xia'), ('乐清', 1, 'yue'),
  ('乐亭', 1, 'lao'), ('台州', 1, 'tai'), ('天台', 2, 'tai'), ('丽水', 1, 'li'), ('番禺', 1, 'pan'), ('莘县', 1, 'shen'),
  ('东阿', 2, 'e'), ('铅山', 1, 'yan'), ('尉犁', 1, 'yu'), ('浚县', 1, 'xun'), ('单县', 1, 'shan'), ('繁峙', 1, 'fan'),
  ('涡阳', 1, 'guo'), ('筠连', 1, 'jun'), ('珲春', 1, 'hun'), ('洪洞', 2, 'tong'), ('黄陂', 2, 'pi'), ('枞阳', 1, 'zong'),
  ('柞水', 1, 'zha'), ('呼和浩特', 2, 'he'), ('大城', 1, 'dai'), ('监利', 1, 'jian'), ('牟平', 1, 'mu'), ('中牟', 2, 'mu'),
  ('宿州', 1, 'su'), ('宿迁', 1, 'su'), ('宿松', 1, 'su'), ('西藏', 2, 'zang'), ('宕昌', 1, 'tan'), ('朝阳', 1, 'chao'),
  ('会稽', 1, 'kuai'), ('蚌埠', 1, 'beng'), ('磴口', 1, 'deng'), ('隆尧', 2, 'yao'), ('蔚县', 1, 'yu'), ('应县', 1, 'ying'),
  ('侯马', 1, 'hou'), ('解州', 1, 'xie'), ('任县', 1, 'ren'), ('任丘', 1, 'ren'), ('郓城', 1, 'yun'), ('鄄城', 1, 'juan'),
  ('嵊州', 1, 'sheng'), ('嵊泗', 1, 'sheng'), ('黟县', 1, 'yi'), ('歙县', 1, 'she'), ('砀山', 1, 'dang'), ('盱眙', 1, 'xu'),
  ('盱眙', 2, 'yi'), ('邗江', 1, 'han'), ('栟茶', 1, 'ben'), ('甪直', 1, 'lu'), ('什邡', 1, 'shi'), ('犍为', 1, 'qian'),
  ('都', 1, 'du'), ('大埔', 2, 'bu'), ('泌阳', 1, 'bi'), ('吴堡', 2, 'bu'), ('穆棱', 2, 'ling'), ('召陵', 1, 'shao'),
  ('牟定', 1, 'mou'), ('调兵山', 1, 'diao'), ('郫都', 1, 'pi'), ('綦江', 1, 'qi'), ('荥经', 1, 'ying'), ('荥阳', 1, 'xing'),
  ('茌平', 1, 'chi'), ('覃塘', 1, 'tan')
) words (word, place, syllable);
analyze pinyin_words;

-- Reads a text aloud; only the name of a person begins with a surname.
create function read_pinyin(words text, is_person boolean) returns text language sql stable as $$
  select coalesce(string_agg(coalesce(
    (select syllable from pinyin_words w where w.character = substr(words, at, 1) and at >= w.place
      and substr(words, at - w.place + 1, char_length(word)) = word limit 1),
    (select case when at = 1 and is_person then coalesce(surname, syllable) else syllable end
      from pinyin_readings where character = substr(words, at, 1)),
    lower(substr(words, at, 1))), ' ' order by at), '')
  from generate_series(1, char_length(words)) at
$$;

create or replace function pinyin_of(name text) returns text language sql stable as $$
  select read_pinyin(name, true)
$$;

alter table areas add column search_keys text not null default '';

-- Returns the search keys of these areas, all in one pass: a call for each of the 44,707 areas took a first start 18 s longer.
-- No index: a search reads all of them in some 20 ms.
create function area_search_keys(ids text[]) returns table (id text, keys text) language sql stable as $$
  with letters as (
    select a.id, a.name, at, substr(a.name, at, 1) as letter
    from areas a, generate_series(1, char_length(a.name)) at where a.id = any(ids)
  ), read as (
    select l.id, l.at, coalesce(
      (select w.syllable from pinyin_words w where w.character = l.letter and l.at >= w.place
        and substr(l.name, l.at - w.place + 1, char_length(w.word)) = w.word limit 1),
      r.syllable, lower(l.letter)) as syllable
    from letters l left join pinyin_readings r on r.character = l.letter
  ), whole as (
    select r.id, array_agg(syllable order by at) as syllables, array_agg(left(syllable, 1) order by at) as initials
    from read r group by r.id
  )
  select a.id, ' ' || lower(a.code) || string_agg(' ' || lower(substr(a.name, place)) || ' '
    || array_to_string(w.syllables[place:], '') || ' ' || array_to_string(w.initials[place:], ''), '' order by place)
  from whole w join areas a on a.id = w.id, generate_series(1, char_length(a.name)) place
  group by a.id, a.code
$$;

update areas a set search_keys = k.keys from area_search_keys(array(select id from areas)) k where k.id = a.id;

create function keep_area_search() returns trigger language plpgsql as $$
begin
  update areas a set search_keys = k.keys
  from area_search_keys(array(select id from changed)) k where k.id = a.id;
  return null;
end
$$;
create trigger area_search_added after insert on areas
  referencing new table as changed for each statement execute function keep_area_search();
create trigger area_search_changed after update on areas
  referencing new table as changed for each statement when (pg_trigger_depth() = 0) execute function keep_area_search();
