-- The menu of 业务中台 stands in the order of the work: what is still missing, then items with their forms, processes and documents.
-- A new database gets this order from the seed; this brings one that has its menus already to the same.
update menus m set sort_by = b.first + v.place
from (values ('accounts', 1), ('organisations', 2), ('windows', 3), ('posts', 4), ('sessions', 5), ('login-events', 6), ('roles', 7), ('staff-roles', 8), ('audit', 9), ('first-steps', 10), ('items', 11), 
  ('forms', 12), ('processes', 13), ('document-templates', 14), ('document-series', 15), ('message-templates', 16), ('holidays', 17), ('message-channels', 18), ('login-policy', 19), ('archive', 20), ('office-package', 21), 
  ('operation', 22)) v (code, place),
  (select min(sort_by) - 1 as first from menus where parent_id = 'business') b
where m.parent_id = 'business' and m.code = v.code and m.sort_by <> b.first + v.place;
