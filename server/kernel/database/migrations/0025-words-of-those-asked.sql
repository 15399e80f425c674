-- Attachments of an opinion stand with it, in the order in which they were attached; what they are says the row of the file.
alter table traces add column file_ids text[] not null default '{}';
alter table work_order_records add column file_ids text[] not null default '{}';
-- Number of the panel in its order that an act without a node is about: asking others, asking more, taking one off.
alter table work_order_records add column panel_id integer;
