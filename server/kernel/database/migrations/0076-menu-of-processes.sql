-- The configuration administrator gets the processes. A new database gets its menus from the seed; this brings one that has
-- them already to the same.
insert into menus (id, client_code, code, title, url, icon, parent_id, sort_by)
select 'processes', 'business', 'processes', '流程', '/business/processes', 'swap', 'business', 110
where exists (select from menus where id = 'business')
on conflict do nothing;

insert into role_menus (role_code, menu_id)
select r.code, m.id
from roles r, menus m
where r.code = 'config-admin' and m.code = 'processes' and m.client_code = 'business'
on conflict do nothing;
