// Runs in CloudFront on each request for the API (cloudfront-js-2.0). The API hears its own host name, never the one that
// the browser asked: this hands that on, so that an Origin can be compared with it, and emails can lead back to it. A header
// sent under the name is replaced. `ownHost` stands above (edge-code.ts): CloudFront's name beside it is nobody's to use.
function handler(event) {
  var request = event.request;
  var host = request.headers.host.value;
  if (ownHost && host !== ownHost) return { statusCode: 421, statusDescription: 'Misdirected Request' };
  request.headers['x-viewer-host'] = { value: host };
  return request;
}
