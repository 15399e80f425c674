-- Who does somebody's tasks while they are away. A rule lends the absent person's candidate keys; nothing is rewritten
-- when it begins or ends.
create table substitute_rules (
  id text primary key,
  absent_id text not null references staff (id),
  substitute_id text not null references staff (id),
  -- Days in China, both within the rule.
  starts_on date not null,
  ends_on date not null,
  -- Task codes of the items; null for all matters.
  task_codes text[],
  -- Tasks that opened before then stay; null where the open ones are lent too.
  since timestamptz,
  reason text not null,
  set_by_id text not null references staff (id),
  set_by_name text not null,
  created_at timestamptz not null,
  -- When both were told that it holds.
  begun_at timestamptz,
  -- When it was over, at its last day or because somebody ended it.
  ended_at timestamptz,
  ended_by_name text,
  check (ends_on >= starts_on),
  check (absent_id <> substitute_id)
);
-- What each call asks of its person, and what those who are away are told.
create index substitute_rules_lent on substitute_rules (substitute_id) where ended_at is null;
create index substitute_rules_away on substitute_rules (absent_id) where ended_at is null;
create index substitute_rules_newest on substitute_rules (created_at desc, id desc);
create index substitute_rules_of_absent on substitute_rules (absent_id, starts_on desc);
create index substitute_rules_of_substitute on substitute_rules (substitute_id, starts_on desc);
