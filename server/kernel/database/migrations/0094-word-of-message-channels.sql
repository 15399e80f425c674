-- A channel of messages is called 渠道 everywhere, as in the specification.
update menus set title = '消息渠道' where client_code = 'business' and code = 'message-channels' and title = '消息通道';
