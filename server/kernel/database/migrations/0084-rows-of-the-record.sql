-- Action 13 marks forms as deleted since 0014 (docs/decisions/0023). Orders that were voided before have had no mark: they
-- get it at the time of their link. Only links of before 0014 are looked at, so that a mark removed since is still found.
update work_order_forms f set deleted_at = l.at
from audit_links l, schema_migrations m
where l.chain = 'order:' || f.workorder_id and l.action = 'work-order.void' and f.deleted_at is null
  and m.name = '0014-typed-and-deleted-forms' and l.at < m.applied_at
  and not exists (select from audit_links r where r.chain = l.chain and r.action = 'work-order.restore-forms');

-- Before 0014 a void always ended its order; the button says so itself since, and buttons of versions of before have no word.
update process_definitions p set definition = jsonb_set(p.definition, '{nodes}', (
  select jsonb_object_agg(n.key, case when jsonb_typeof(n.value -> 'buttons') = 'array'
    then jsonb_set(n.value, '{buttons}', (
      select coalesce(jsonb_agg(case when b ->> 'code' = '13' and not b ? 'ends' then b || '{"ends": true}' else b end order by place), '[]')
      from jsonb_array_elements(n.value -> 'buttons') with ordinality buttons (b, place)))
    else n.value end)
  from jsonb_each(p.definition -> 'nodes') n))
from schema_migrations m
where m.name = '0014-typed-and-deleted-forms' and p.published_at < m.applied_at
  and jsonb_typeof(p.definition -> 'nodes') = 'object' and p.definition -> 'nodes' <> '{}';

-- Which rows that the record covers a transaction has changed, until its audit link has taken their digests
-- (docs/decisions/0209). What stays here was written by something else than the portal.
create table record_changes (
  written_in xid8 not null default pg_current_xact_id(),
  table_name text not null,
  row_key text not null,
  primary key (written_in, table_name, row_key)
);

-- Arguments: the column that names the thing (empty: the table is one thing), and columns that are no part of it.
create function note_record_change() returns trigger language plpgsql as $$
declare
  was jsonb;
  becomes jsonb;
  ignored text[] := coalesce(string_to_array(nullif(tg_argv[1], ''), ','), '{}');
begin
  if tg_op <> 'INSERT' then was := to_jsonb(old) - ignored; end if;
  if tg_op <> 'DELETE' then becomes := to_jsonb(new) - ignored; end if;
  if was is not distinct from becomes then return null; end if;
  insert into record_changes (table_name, row_key)
  select tg_table_name, coalesce(row ->> tg_argv[0], '') from unnest(array[was, becomes]) row where row is not null
  on conflict do nothing;
  return null;
end $$;

do $$
declare
  covered record;
begin
  for covered in select * from (values
    ('roles', 'code', ''), ('role_permissions', 'role_code', ''), ('role_menus', 'role_code', ''),
    ('staff', 'id', 'pinyin,search_keys,default_landing'), ('staff_roles', 'staff_id', ''),
    ('staff_positions', 'staff_id', ''), ('staff_groups', 'staff_id', ''), ('staff_windows', 'staff_id', ''),
    ('second_factor_roles', 'role_code', ''), ('second_factors', 'staff_id', 'last_step'), ('login_policy', '', ''),
    ('organisations', 'id', ''), ('halls', 'id', ''), ('windows', 'id', ''), ('positions', 'id', ''),
    ('user_groups', 'id', ''), ('menus', 'id', ''), ('holidays', 'day', ''), ('business_categories', 'id', ''),
    ('business_items', 'id', ''), ('process_definitions', 'id', ''), ('form_definitions', 'id', ''),
    ('document_templates', 'id', ''), ('message_templates', 'id', ''), ('package_signers', 'fingerprint', ''),
    ('archive_fonds', 'org_id', ''), ('archive_items', 'task_code', ''),
    ('substitute_rules', 'id', 'begun_at')
  ) tables (name, key, ignored) loop
    execute format('create trigger record_change after insert or update or delete on %I
      for each row execute function note_record_change(%L, %L)', covered.name, covered.key, covered.ignored);
  end loop;
end $$;
-- Of files those that everybody may see; the others are covered by the links of their uploads.
create trigger record_change_shown after insert on files for each row when (new.is_public)
  execute function note_record_change('id', 'workorder_id,draft_id,blob_id,md5');
create trigger record_change_hidden after update on files for each row when (old.is_public or new.is_public)
  execute function note_record_change('id', 'workorder_id,draft_id,blob_id,md5');
create trigger record_change_gone after delete on files for each row when (old.is_public)
  execute function note_record_change('id', 'workorder_id,draft_id,blob_id,md5');

-- Walks that nobody asked for, with and without the bytes of files, and findings that were acknowledged.
alter table audit_verifications add column with_files boolean not null default true;
alter table audit_verifications add column acknowledged_in_all integer not null default 0;
