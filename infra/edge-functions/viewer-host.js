// CloudFront function (cloudfront-js-2.0) for requests to the API, which only receives its own host name. Passes on the
// viewer's host, for comparison with the Origin header and for links in emails, and the viewer's address, for the log of
// sign-ins. Headers sent with either name are replaced.
// edge-code.ts prepends `ownHost`; requests for CloudFront's own host name are then rejected.
function handler(event) {
  var request = event.request;
  var host = request.headers.host.value;
  // With a trailing dot, it is the same name to DNS but another site to browsers.
  if ((ownHost && host !== ownHost) || /\.(:\d+)?$/.test(host))
    return { statusCode: 421, statusDescription: 'Misdirected Request' };
  request.headers['x-viewer-host'] = { value: host };
  request.headers['x-viewer-address'] = { value: event.viewer.ip };
  return request;
}
