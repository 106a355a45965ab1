-- The payer's id at a wallet has one name for all wallets. Only requests of open attempts are read again.
UPDATE payment_attempts SET request = jsonb_set(request #- '{payer,wechatOpenid}', '{payer,walletUser}',
  request #> '{payer,wechatOpenid}')
WHERE state = 'open' AND request #> '{payer,wechatOpenid}' IS NOT NULL;
