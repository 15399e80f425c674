-- Which seeding steps this database has had; a step that began and did not finish goes on at the next start.
create table seed_steps (
  name text primary key,
  started_at timestamptz not null,
  finished_at timestamptz
);
