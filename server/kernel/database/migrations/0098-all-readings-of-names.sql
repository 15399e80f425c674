-- A search finds a name by every reading of its characters: 角色 as `juese` and as `jiaose`.

-- The readings of a character that has several, divided by `|`, the usual one first.
alter table pinyin_readings add column readings text;
update pinyin_readings r set readings = r.syllable || '|' || o.others
from (
  select p.character, string_agg(distinct other, '|') as others
  from unnest(string_to_array(replace($readings$
阿 a e,艾 ai yi,拗 ao niu,扒 ba pa,柏 bai bo,伯 bo bai,蚌 beng bang,磅 bang pang,膀 bang pang,剥 bo bao,薄 bo bao,堡 bao bu pu,暴 bao pu,
辟 pi bi,扁 bian pian,便 bian pian,卜 bu bo,埔 pu bu,参 can cen shen,藏 cang zang,侧 ce zhai,曾 ceng zeng,差 cha chai ci,查 cha zha,
刹 cha sha,禅 chan shan,颤 chan zhan,长 chang zhang,朝 chao zhao,嘲 chao zhao,车 che ju,称 cheng chen,澄 cheng deng,盛 sheng cheng,
乘 cheng sheng,匙 chi shi,尺 chi che,重 chong zhong,种 zhong chong,仇 chou qiu,臭 chou xiu,畜 chu xu,传 chuan zhuan,幢 zhuang chuang,
椎 zhui chui,伺 ci si,攒 zan cuan,撮 cuo zuo,大 da dai,单 dan shan chan,弹 dan tan,石 shi dan,叨 dao tao,得 de dei,的 de di,地 di de,
提 ti di,翟 zhai di,调 diao tiao,洞 dong tong,都 du dou,度 du duo,囤 tun dun,恶 e wu,番 fan pan,否 fou pi,佛 fo fu,脯 fu pu,盖 gai ge,
革 ge ji,合 he ge,蛤 ha ge,给 gei ji,颈 jing geng,红 hong gong,谷 gu yu,贾 jia gu,龟 gui jun qiu,柜 gui ju,炅 jiong gui,莞 guan wan,
吭 keng hang,行 xing hang heng,巷 xiang hang,和 he huo hu,核 he hu,貉 he hao,黑 hei he,还 huan hai,会 hui kuai,稽 ji qi,期 qi ji,
奇 qi ji,祭 ji zhai,系 xi ji,茄 qie jia,降 jiang xiang,强 qiang jiang,虹 hong jiang,角 jiao jue,校 xiao jiao,觉 jue jiao,嚼 jiao jue,
缴 jiao zhuo,解 jie xie,劲 jin jing,咀 ju zui,圈 quan juan,隽 jun juan,卡 ka qia,壳 ke qiao,乐 le yue lao,勒 le lei,了 le liao,栎 li yue,
俩 lia liang,六 liu lu,陆 lu liu,碌 lu liu,绿 lv lu,率 lv shuai,露 lu lou,落 luo la lao,埋 mai man,脉 mai mo,蔓 man wan,氓 mang meng,
冒 mao mo,没 mei mo,秘 mi bi,泌 mi bi,缪 miao mou miu,宓 mi fu,模 mo mu,牟 mou mu,万 wan mo,娜 na nuo,呢 ne ni,尿 niao sui,粘 zhan nian,
弄 nong long,疟 nve yao,区 qu ou,胖 pang pan,刨 pao bao,炮 pao bao,屏 ping bing,泊 bo po,迫 po pai,朴 pu piao po,瀑 pu bao,曝 bao pu,
栖 qi xi,蹊 qi xi,纤 xian qian,铅 qian yan,嵌 qian kan,亲 qin qing,雀 que qiao,覃 qin tan,塞 sai se,色 se shai,厦 sha xia,杉 shan sha,
召 zhao shao,折 zhe she,沈 shen chen,什 shi shen,省 sheng xing,识 shi zhi,似 si shi,氏 shi zhi,峙 zhi shi,殖 zhi shi,数 shu shuo,
属 shu zhu,谁 shei shui,说 shuo shui,宿 su xiu,缩 suo su,汤 tang shang,拓 tuo ta,褪 tui tun,隗 wei kui,尾 wei yi,尉 wei yu,蔚 wei yu,
遗 yi wei,洗 xi xian,铣 xi xian,叶 ye xie,血 xue xie,吁 xu yu,咽 yan ye,殷 yin yan,钥 yao yue,约 yue yao,员 yuan yun,熨 yun yu,
轧 ya zha ga,扎 za zha,择 ze zhai,爪 zhua zhao,着 zhe zhao zhuo,转 zhuan zhuai,琢 zhuo zuo,柞 zuo zha,综 zong zeng,仔 zi zai,粥 zhou yu,
乜 mie nie,郗 xi chi,郇 xun huan,褚 chu zhu,繁 fan po,兹 zi ci,亟 ji qi,句 ju gou,枸 gou ju,浚 jun xun,莘 shen xin,
荥 xing ying,涡 wo guo,歙 she xi,渑 mian sheng,荨 xun qian,枞 cong zong,筠 yun jun,钿 tian dian,干 gan qian,呱 gua gu,夹 jia ga,
契 qi xie,射 she ye,拾 shi she,掺 chan shan,摩 mo ma,杓 shao biao,桧 gui hui,栅 zha shan,浒 hu xu,涌 yong chong,溃 kui hui,熟 shu shou,
百 bai bo,绰 chuo chao,耙 pa ba,臂 bi bei,芥 jie gai,裳 shang chang,蹲 dun cun,镐 gao hao,陂 bei pi po,鸟 niao diao,麇 jun qun
$readings$, E'\n', ''), ',')) entry
  join pinyin_readings p on p.character = split_part(entry, ' ', 1)
  cross join lateral unnest((string_to_array(entry, ' '))[2:] || p.surname) other
  where other <> p.syllable
  group by p.character
) o
where r.character = o.character;
update pinyin_readings set readings = syllable || '|' || surname where readings is null and surname is not null;

-- Returns all readings of each character, with a space between characters: `jiao|jue se`. The reading of a word or a surname is the first.
create function read_all_pinyin(words text, is_person boolean) returns text language sql stable as $$
  select coalesce(string_agg(coalesce(
    (select concat_ws('|',
        (select syllable from pinyin_words w where w.character = r.character and at >= w.place
          and substr(words, at - w.place + 1, char_length(word)) = word limit 1),
        case when at = 1 and is_person then surname end, coalesce(readings, syllable))
      from pinyin_readings r where r.character = substr(words, at, 1)),
    case when substr(words, at, 1) ~ '\s' then '·' else lower(substr(words, at, 1)) end), ' ' order by at), '')
  from generate_series(1, char_length(words)) at
$$;

-- Returns the pinyin of a name with one of its characters in another reading, one row for each such reading.
create function other_pinyins(name text) returns setof text language sql stable as $$
  select distinct array_to_string(usual[:at - 1] || reading || usual[at + 1:], ' ')
  from (
    select letters, array(select split_part(readings, '|', 1) from unnest(letters) with ordinality l (readings, place) order by place) as usual
    from string_to_array(read_all_pinyin(name, true), ' ') letters
  ) read, generate_series(1, cardinality(letters)) at, unnest(string_to_array(letters[at], '|')) reading
  where reading <> usual[at]
$$;

-- Most names have no such character, and are then not read again.
create function has_other_pinyins(name text) returns boolean language sql stable as $$
  select exists (select from pinyin_readings where character = any(string_to_array(name, null)) and readings is not null)
$$;

create or replace function keep_staff_search() returns trigger language plpgsql as $$
begin
  new.pinyin := pinyin_of(new.name);
  new.search_keys := staff_search_keys(new.name, new.pinyin, new.account);
  if has_other_pinyins(new.name) then
    new.search_keys := new.search_keys
      || coalesce((select string_agg(staff_search_keys(new.name, other, ''), '') from other_pinyins(new.name) other), '');
  end if;
  return new;
end
$$;

alter table staff disable trigger user;
update staff set search_keys = staff_search_keys(name, pinyin, account)
  || coalesce((select string_agg(staff_search_keys(name, other, ''), '') from other_pinyins(name) other), '')
where has_other_pinyins(name);
alter table staff enable trigger user;
