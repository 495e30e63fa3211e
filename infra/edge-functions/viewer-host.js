// Runs in CloudFront on each request for the API (cloudfront-js-2.0). The API hears its own host name, never the one that
// the browser asked: this hands that on, so that an Origin can be compared with it, and emails can lead back to it; and where
// the browser is, for the log of sign-ins. A header sent under either name is replaced.
// `ownHost` stands above (edge-code.ts): CloudFront's name beside it is nobody's to use.
function handler(event) {
  var request = event.request;
  var host = request.headers.host.value;
  // With a final dot it is the same name to DNS, and another site to browsers.
  if ((ownHost && host !== ownHost) || /\.(:\d+)?$/.test(host))
    return { statusCode: 421, statusDescription: 'Misdirected Request' };
  request.headers['x-viewer-host'] = { value: host };
  request.headers['x-viewer-address'] = { value: event.viewer.ip };
  return request;
}
