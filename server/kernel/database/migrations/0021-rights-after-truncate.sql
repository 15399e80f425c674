-- Rows that TRUNCATE takes call no trigger of their own: without these a person would keep what the table no longer gives.
create function refresh_rights_of_all() returns trigger language plpgsql as $$
begin
  perform refresh_staff_rights(array(select id from staff));
  return null;
end
$$;
create trigger staff_rights_of_all after truncate on staff_roles
  for each statement execute function refresh_rights_of_all();
create trigger staff_rights_of_all after truncate on staff_positions
  for each statement execute function refresh_rights_of_all();
create trigger staff_rights_of_all after truncate on staff_groups
  for each statement execute function refresh_rights_of_all();
create trigger staff_rights_of_all after truncate on staff_windows
  for each statement execute function refresh_rights_of_all();
create trigger staff_rights_of_all after truncate on role_permissions
  for each statement execute function refresh_rights_of_all();
