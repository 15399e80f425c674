-- The remote interface that the trace of an item's orders is read from (S1 §7); null: their trace is kept here.
alter table business_items add column trace_source jsonb;
