-- Whoever runs the portal takes the configuration of the office out and in, as far as it is theirs (docs/decisions/0176). The entry is
-- the last one of 业务中台. A new database gets it from the seed; this brings one that has its menus already to the same.
insert into menus (id, client_code, code, title, url, icon, parent_id, sort_by)
select 'office-package', 'business', 'office-package', '办公配置包', '/business/office-package', 'inbox', 'business',
  coalesce((select max(sort_by) + 1 from menus where parent_id = 'business'), 100)
where exists (select from menus where id = 'business')
on conflict do nothing;

insert into role_menus (role_code, menu_id)
select r.code, m.id
from roles r, menus m
where r.code in ('system-admin', 'security-admin', 'config-admin', 'archivist')
  and m.code = 'office-package' and m.client_code = 'business'
on conflict do nothing;
