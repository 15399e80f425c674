-- The counter gets the registration of petitions on a page of its own. A new database gets its menus from the seed; this
-- brings one that has them already to the same.
insert into menus (id, client_code, code, title, url, icon, parent_id, sort_by)
select 'petition', 'workportal', 'petition', '信访登记', '/petition', 'form', d.parent_id, d.sort_by + 1
from menus d where d.client_code = 'workportal' and d.code = 'workflow-new'
on conflict do nothing;

insert into role_menus (role_code, menu_id)
select r.code, m.id from roles r join menus m on m.client_code = 'workportal' and m.code = 'petition'
where r.code = 'window-clerk'
on conflict do nothing;
