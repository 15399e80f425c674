-- What a person has chosen for all screens, on whichever machine. Whoever is here already knows the portal: the tour of
-- the first login is for those who come later.
create table person_preferences (
  staff_id text primary key references staff (id),
  theme text not null default 'standard' check (theme in ('standard', 'elder')),
  tour_ended_at timestamptz,
  updated_at timestamptz not null
);
insert into person_preferences (staff_id, tour_ended_at, updated_at) select id, now(), now() from staff;
