/** The office's time, whoever starts the server and wherever its machine stands: days begin and end by it. */
process.env.TZ = 'Asia/Shanghai';
