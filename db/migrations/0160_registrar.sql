-- Who registered a row, so that nobody reviews the own registration; unknown for older rows.

alter table sub_record add column created_by_id bigint references account (id);
