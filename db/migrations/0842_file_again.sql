-- The same bytes under several rows: a photo used twice as evidence is marked.
create index stored_file_same on stored_file (sha256) where row_id is not null;
