import { expect, test } from 'vitest';
import { findContractions } from './contractions.ts';

test.each([
  'drop table halls;',
  'alter table halls drop column name;',
  'ALTER TABLE halls\n  DROP name;',
  'alter table halls rename to rooms;',
  'alter table halls rename column name to title;',
  'alter table halls alter column name type integer using 1;',
  'alter table halls alter name set not null;',
  'alter table halls alter column sort_by drop default;',
  'alter table halls add column phone text not null;',
  "alter table halls add column a text not null default '', add column b text not null;",
  "alter table halls add constraint named check (name <> '');",
  'alter table halls add unique (name);',
  'create unique index halls_name on halls (name);',
  'drop function search_grams(text);',
  'revoke select on halls from public;',
])('%s is reported as a contraction', (text) => {
  expect(findContractions(text)).toHaveLength(1);
});

test.each([
  "alter table halls add column phone text not null default '';",
  'alter table halls add column a numeric(4, 2) not null default 0, add column b text;',
  'alter table halls add column if not exists n integer generated always as (1) stored;',
  'create table rooms (id text primary key, name text not null unique); create unique index rooms_name on rooms (name);',
  'create table rooms (id text); alter table rooms add constraint one check (id > 0);',
  'create index halls_name on halls (name); drop index halls_old;',
  'alter table halls drop constraint named, alter column name drop not null;',
  "insert into menus values ('drop table halls;');",
  '-- drop table halls;\nselect 1;',
  'create or replace function f() returns trigger language plpgsql as $$ begin drop table halls; end $$;',
])('%s is not a contraction', (text) => {
  expect(findContractions(text)).toEqual([]);
});
