-- Attachments that nobody could look into before, or that were taken for read: they are read when their text is sent in.
delete from archive_file_text t using stored_file f
 where f.id = t.file_id and (t.words = '' or not t.is_read) and f.name ~* '\.(pdf|pptx|txt|docx|xlsx|xls|csv)$';
