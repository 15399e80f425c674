-- Who asked for a slot: a substitute is not offered, in the place of who is away, what they asked for themselves.
alter table traces add column asked_by text[] not null default '{}';
