-- The person's own path: who handed in a paper (so that nobody reviews the own one), and when the person took note of a step.

alter table development_paper add column handed_by_id bigint references account (id);
comment on column development_paper.handed_by_id is 'Account that handed it in and so does not review it; null: before this was kept, or from demo data';
create index development_paper_handed_by on development_paper (handed_by_id) where handed_by_id is not null;

alter table development_step add column known_at timestamptz;
comment on column development_step.known_at is 'When the person took note (已知晓) of how the step came out; null: not yet, or it was done anew since';
