-- One row that servers write now and then, to find out whether the database still takes writes.
create table database_pulse (
  only_row boolean primary key default true check (only_row),
  beat_at timestamptz not null
);
insert into database_pulse (beat_at) values (clock_timestamp());
