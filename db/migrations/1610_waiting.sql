-- Every to-do leads somewhere, and what waits is found among all rows at once.
update todo set jump_url = '/news?tab=todo' where jump_url not like '/%';
alter table todo add constraint todo_jump_url_check check (jump_url like '/%');

create index integral_score_asked on integral_score (plan_id) where asked is not null;
create index office_part_asked on office_part (task_id) where asked_until is not null;
create index office_part_reported on office_part (task_id) where state = 2;
create index dues_payment_asked on dues_payment (id) where state = 'asked';
create index archive_comment_waiting on archive_comment (article_id) where state = 'waiting' and deleted_at is null;
create index development_paper_pending on development_paper (file_id) where state = 'pending';
