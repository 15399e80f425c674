-- Small pictures of pictures, which lists show before the name. They go with the bytes that they were made of.
create table thumbnails (
  blob_id text primary key references blobs (id) on delete cascade on update cascade,
  -- Null: not made yet, or, once it was tried, not to be made.
  picture bytea,
  tried_at timestamptz
);
create index thumbnails_wanted on thumbnails (blob_id) where tried_at is null;
