-- Open screens listen by the keys that their person had when they were opened. Whoever gets others, by a role, a post, a
-- group or a window, or lends others, is told to open them anew.
create function tell_changed_keys() returns trigger language plpgsql as $$
begin
  perform pg_notify('portal', json_build_object('t', json_build_array('staff:' || told.id), 'e', 'closed', 'id', '')::text)
  from (
    select new.staff_id as id
    union select substitute_id from substitute_rules where absent_id = new.staff_id and ended_at is null
  ) told
  where exists (select from sessions s where s.staff_id = told.id and s.ended_at is null);
  return null;
end $$;
create trigger changed_keys after update of keys on staff_rights
  for each row when (old.keys is distinct from new.keys or old.enabled is distinct from new.enabled)
  execute function tell_changed_keys();
