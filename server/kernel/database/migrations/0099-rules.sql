-- Rules that the office configures. Published versions never change; a rule is evaluated in its newest version.
create table rule_definitions (
  id text primary key,
  code text not null,
  version integer not null,
  name text not null,
  model jsonb not null,
  published_at timestamptz not null,
  published_by text not null,
  unique (code, version)
);

create trigger record_change after insert or update or delete on rule_definitions
  for each row execute function note_record_change('id', '');

-- The configuration administrator gets the rules, after the forms. A new database gets the entry from the seed; this brings one
-- that has its menus already to the same.
insert into menus (id, client_code, code, title, url, icon, parent_id, sort_by)
select 'rules', 'business', 'rules', '规则', '/business/rules', 'check-square', 'business',
  coalesce((select max(sort_by) + 1 from menus where parent_id = 'business'), 100)
where exists (select from menus where id = 'business')
on conflict do nothing;

update menus m set sort_by = b.first + v.place
from (values ('first-steps', 1), ('accounts', 2), ('organisations', 3), ('windows', 4), ('posts', 5), ('sessions', 6),
  ('login-events', 7), ('roles', 8), ('staff-roles', 9), ('audit', 10), ('forms', 11), ('rules', 12), ('processes', 13),
  ('items', 14), ('document-templates', 15), ('document-series', 16), ('message-templates', 17), ('holidays', 18),
  ('message-channels', 19), ('login-policy', 20), ('archive', 21), ('office-package', 22), ('operation', 23)) v (code, place),
  (select min(sort_by) - 1 as first from menus where parent_id = 'business') b
where m.parent_id = 'business' and m.code = v.code and m.sort_by <> b.first + v.place;

insert into role_menus (role_code, menu_id)
select r.code, m.id
from roles r, menus m
where r.code = 'config-admin' and m.code = 'rules' and m.client_code = 'business'
on conflict do nothing;

insert into role_permissions (role_code, permission)
select code, 'rule:publish' from roles where code = 'config-admin'
on conflict do nothing;
