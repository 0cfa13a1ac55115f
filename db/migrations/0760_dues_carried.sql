-- 党费结转: when an organisation is merged or revoked, what its books hold goes to the one that takes over by a voucher at both ends.

alter table dues_entry drop constraint dues_entry_account_check;
alter table dues_entry add constraint dues_entry_account_check check (account in
  ('现金', '银行', '渠道在途', '党费收入', '利息', '大额党费', '应上缴', '下级上缴', '下拨', '上级下拨', '待退款', '组织结转'));
alter table dues_voucher drop constraint dues_voucher_kind_check;
alter table dues_voucher add constraint dues_voucher_kind_check check (kind in
  ('collect', 'refund', 'deposit', 'opening', 'interest', 'suspense', 'repaid', 'settled', 'handup', 'handdown', 'carried'));
