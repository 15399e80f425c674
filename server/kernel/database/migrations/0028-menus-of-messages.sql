-- The operator gets the message channels, the configuration administrator the templates. A new database gets its menus
-- from the seed; this brings one that has them already to the same.
insert into menus (id, client_code, code, title, url, icon, parent_id, sort_by)
select m.code, 'business', m.code, m.title, m.url, m.icon, 'business', 100 + m.place
from (values
  (8, 'message-channels', '消息通道', '/business/message-channels', 'message'),
  (9, 'message-templates', '消息模板', '/business/message-templates', 'form')
) m (place, code, title, url, icon)
where exists (select from menus where id = 'business')
order by m.place
on conflict do nothing;

insert into role_menus (role_code, menu_id)
select r.code, m.id
from (values ('system-admin', 'message-channels'), ('config-admin', 'message-templates')) given (role_code, menu_code)
join roles r on r.code = given.role_code
join menus m on m.code = given.menu_code and m.client_code = 'business'
on conflict do nothing;
