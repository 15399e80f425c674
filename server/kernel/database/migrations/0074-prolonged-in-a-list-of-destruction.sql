-- The term by which an entry had been prolonged, as its list of destruction says it (docs/decisions/0166).
alter table archive_destruction_items add column prolonged text;
-- Nothing was decided of these since they were listed: what the entry says is what it said then.
update archive_destruction_items i set prolonged = e.prolonged from archive_entries e
where e.workorder_id = i.workorder_id and e.appraisal_id = i.appraisal_id and e.prolonged is not null;
