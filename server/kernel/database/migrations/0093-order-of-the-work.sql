-- The menu of 业务中台 stands in the order of the work: 开始使用 first, and the forms and processes before the items that need them.
-- A new database gets this order from the seed; this brings one that has its menus already to the same.
update menus m set sort_by = b.first + v.place
from (values ('first-steps', 1), ('accounts', 2), ('organisations', 3), ('windows', 4), ('posts', 5), ('sessions', 6),
  ('login-events', 7), ('roles', 8), ('staff-roles', 9), ('audit', 10), ('forms', 11), ('processes', 12), ('items', 13),
  ('document-templates', 14), ('document-series', 15), ('message-templates', 16), ('holidays', 17),
  ('message-channels', 18), ('login-policy', 19), ('archive', 20), ('office-package', 21), ('operation', 22)) v (code, place),
  (select min(sort_by) - 1 as first from menus where parent_id = 'business') b
where m.parent_id = 'business' and m.code = v.code and m.sort_by <> b.first + v.place;

-- The page 数据看板 is called alike in the menu and in its heading.
update menus set title = '数据看板' where client_code = 'dashboard' and code = 'dashboard-overview' and title = '总览';
