import { phoneUpload, qrUpload } from '#contract/phone-upload.ts';
import { open, staff } from '#server/http/access.ts';
import { type App, route } from '#server/http/route.ts';
import { createUploadGate } from '#server/modules/files/service.ts';
import * as desk from './desk.ts';
import * as phone from './phone.ts';
import { receiveFromPhone } from './receive.ts';

export function mountPhoneUpload(app: App): void {
  const gate = createUploadGate();
  route(app, qrUpload.create, staff, desk.createCode);
  route(app, qrUpload.state, staff, desk.showState);
  route(app, qrUpload.files, staff, desk.showFiles);
  route(app, qrUpload.end, staff, desk.endUpload);
  // Open, for nobody signs in on the phone: the code and the phone's own secret stand for a session.
  route(app, phoneUpload.open, open, phone.openByPhone);
  route(app, phoneUpload.plan, open, phone.planFiles);
  route(app, phoneUpload.send, open, (call) => receiveFromPhone(call, gate));
  route(app, phoneUpload.submit, open, phone.submitByPhone);
}
