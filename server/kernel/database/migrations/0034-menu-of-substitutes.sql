-- The matter administrator gets the substitutes of the office. A new database gets its menus from the seed; this brings
-- one that has them already to the same.
insert into menus (id, client_code, code, title, url, icon, parent_id, sort_by)
select 'all-substitutes', 'workportal', 'all-substitutes', '代理管理', '/all-substitutes', 'team', copied.parent_id,
  copied.sort_by + 1
from menus copied where copied.client_code = 'workportal' and copied.code = 'copied'
on conflict do nothing;

insert into role_menus (role_code, menu_id)
select r.code, m.id from roles r join menus m on m.client_code = 'workportal' and m.code = 'all-substitutes'
where r.code = 'matter-admin'
on conflict do nothing;
