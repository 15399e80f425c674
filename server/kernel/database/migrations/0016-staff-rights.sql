-- What every call needs to know of its person, in one row: kept when posts, roles, names or organisations are written,
-- which is seldom, so that the look-up of a session is two index scans. Triggers keep it, so that no writer can forget it.
create table staff_rights (
  staff_id text primary key references staff (id) on delete cascade,
  account text not null,
  name text not null,
  enabled boolean not null,
  must_change_password boolean not null,
  org_id text not null,
  org_name text not null,
  area_code text not null,
  roles text[] not null,
  permissions text[] not null,
  -- Candidate keys: staff, org, department, role, position, group, window.
  keys text[] not null
);

create function refresh_staff_rights(ids text[]) returns void language plpgsql as $$
begin
  -- Two that write at once (a role for a person, a permission for that role) must see each other: the second waits here
  -- and then reads anew. Readers are not held up.
  lock table staff_rights in share row exclusive mode;
  insert into staff_rights as kept (staff_id, account, name, enabled, must_change_password, org_id, org_name, area_code,
    roles, permissions, keys)
  select s.id, s.account, s.name, s.disabled_at is null, s.must_change_password, s.org_id, o.name, o.area_code,
    r.roles,
    array(select distinct p.permission from role_permissions p where p.role_code = any(r.roles) order by 1),
    array['staff:' || s.id, 'org:' || s.org_id]
      || case when s.department_id is null then '{}' else array['department:' || s.department_id] end
      || array(select 'role:' || code from unnest(r.roles) code)
      || array(select 'position:' || position_id from staff_positions where staff_id = s.id order by 1)
      || array(select 'group:' || group_id from staff_groups where staff_id = s.id order by 1)
      || array(select 'window:' || window_id from staff_windows where staff_id = s.id order by 1)
  from staff s
  join organisations o on o.id = s.org_id
  cross join lateral (
    select array(select role_code from staff_roles where staff_id = s.id order by 1) as roles
  ) r
  where s.id = any(ids)
  on conflict (staff_id) do update set account = excluded.account, name = excluded.name, enabled = excluded.enabled,
    must_change_password = excluded.must_change_password, org_id = excluded.org_id, org_name = excluded.org_name,
    area_code = excluded.area_code, roles = excluded.roles, permissions = excluded.permissions, keys = excluded.keys;
end
$$;

create function refresh_rights_of_staff() returns trigger language plpgsql as $$
begin
  perform refresh_staff_rights(array[new.id]);
  return null;
end
$$;
create trigger staff_rights_of_staff after insert or update of account, name, disabled_at, must_change_password, org_id,
  department_id on staff for each row execute function refresh_rights_of_staff();

create function refresh_rights_of_post() returns trigger language plpgsql as $$
begin
  perform refresh_staff_rights(array_remove(array[
    case when tg_op <> 'INSERT' then old.staff_id end, case when tg_op <> 'DELETE' then new.staff_id end], null));
  return null;
end
$$;
create trigger staff_rights_of_post after insert or update or delete on staff_roles
  for each row execute function refresh_rights_of_post();
create trigger staff_rights_of_post after insert or update or delete on staff_positions
  for each row execute function refresh_rights_of_post();
create trigger staff_rights_of_post after insert or update or delete on staff_groups
  for each row execute function refresh_rights_of_post();
create trigger staff_rights_of_post after insert or update or delete on staff_windows
  for each row execute function refresh_rights_of_post();

create function refresh_rights_of_role() returns trigger language plpgsql as $$
begin
  -- Before it is asked who is concerned, or whoever has just become so is left out.
  lock table staff_rights in share row exclusive mode;
  perform refresh_staff_rights(array(select staff_id from staff_roles where role_code in (
    case when tg_op <> 'INSERT' then old.role_code end, case when tg_op <> 'DELETE' then new.role_code end)));
  return null;
end
$$;
create trigger staff_rights_of_role after insert or update or delete on role_permissions
  for each row execute function refresh_rights_of_role();

create function refresh_rights_of_organisation() returns trigger language plpgsql as $$
begin
  -- Before it is asked who is concerned, or whoever has just become so is left out.
  lock table staff_rights in share row exclusive mode;
  perform refresh_staff_rights(array(select id from staff where org_id = new.id));
  return null;
end
$$;
create trigger staff_rights_of_organisation after update of name, area_code on organisations
  for each row execute function refresh_rights_of_organisation();

select refresh_staff_rights(array(select id from staff));
