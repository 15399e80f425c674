-- A file belongs to one order and is there when an order takes it: the statement that records a decision says how many
-- files it wanted and how many it got; fewer (taken by another order or cleaned up meanwhile) undoes the whole decision.
create function take_all_files(taken bigint, wanted bigint) returns void
language plpgsql as $$
begin
  if taken <> wanted then
    raise exception 'A file is gone or belongs to another order'
      using errcode = 'unique_violation', constraint = 'files_of_one_order';
  end if;
end
$$;

-- A draft holds on to the files that it names, so that the clean-up leaves them. The contents of drafts are sealed.
alter table files add column draft_id uuid;
create index files_draft on files (draft_id) where draft_id is not null;
create index files_unattached on files (created_at) where workorder_id is null;
