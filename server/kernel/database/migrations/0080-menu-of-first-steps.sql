-- Whoever sets an office up gets the list of what is still to be done, as the last entry of 业务中台 so that nobody's first screen
-- becomes another. A new database gets it from the seed; this brings one that has its menus already to the same.
insert into menus (id, client_code, code, title, url, icon, parent_id, sort_by)
select 'first-steps', 'business', 'first-steps', '开始使用', '/business/first-steps', 'check-circle', 'business',
  coalesce((select max(sort_by) + 1 from menus where parent_id = 'business'), 100)
where exists (select from menus where id = 'business')
on conflict do nothing;

insert into role_menus (role_code, menu_id)
select r.code, m.id
from roles r, menus m
where r.code in ('system-admin', 'security-admin', 'config-admin') and m.code = 'first-steps' and m.client_code = 'business'
on conflict do nothing;
