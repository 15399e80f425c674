-- A password that somebody else made: nothing else is served to its owner until it is changed.
alter table staff add column must_change_password boolean not null default false;
