-- How old a password may become, and how early its end is told of; without a number of days it never ends.
alter table login_policy
  add column password_max_age_days integer check (password_max_age_days between 1 and 3650),
  add column password_warn_days integer not null default 7 check (password_warn_days between 0 and 90);

-- Opened by a password that was too old: such a session changes it and does nothing else.
alter table sessions add column password_expired boolean not null default false;

-- The last passwords of a person before the one that stands, as hashes: none of them is taken again. A trigger keeps them,
-- so that no writer of passwords can forget it.
create table former_passwords (
  number bigint generated always as identity primary key,
  staff_id text not null references staff (id) on delete cascade,
  password_hash text not null,
  replaced_at timestamptz not null
);
create index former_passwords_staff on former_passwords (staff_id, number desc);

create function keep_former_password() returns trigger language plpgsql as $$
begin
  -- A one-time password was nobody's choice.
  if not old.must_change_password then
    insert into former_passwords (staff_id, password_hash, replaced_at)
    values (old.id, old.password_hash, new.password_changed_at);
    delete from former_passwords former where former.staff_id = old.id and former.number not in (
      select number from former_passwords where staff_id = old.id order by number desc limit 3);
  end if;
  return null;
end
$$;
create trigger former_password_of_staff after update of password_hash on staff for each row
  when (old.password_hash is distinct from new.password_hash) execute function keep_former_password();

-- What its owner knows a remembered browser by.
alter table device_tokens
  add column id uuid not null default gen_random_uuid() unique,
  add column address text not null default '';
