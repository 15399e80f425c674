-- Whoever operates the portal sees how it runs (docs/decisions/0179), as the last entry of 业务中台. A new database gets it from the
-- seed; this brings one that has its menus already to the same.
insert into menus (id, client_code, code, title, url, icon, parent_id, sort_by)
select 'operation', 'business', 'operation', '系统运行', '/business/operation', 'dashboard', 'business',
  coalesce((select max(sort_by) + 1 from menus where parent_id = 'business'), 100)
where exists (select from menus where id = 'business')
on conflict do nothing;

insert into role_menus (role_code, menu_id)
select r.code, m.id
from roles r, menus m
where r.code = 'system-admin' and m.code = 'operation' and m.client_code = 'business'
on conflict do nothing;
