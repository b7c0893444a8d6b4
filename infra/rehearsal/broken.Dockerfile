# The images of a next version with a fault: its fanout seems to be healthy and delivers nothing.
FROM jetwire/jetwire:next AS jetwire
COPY broken-fanout.mjs packages/bundle/dist/fanout.js

FROM jetwire/balancer:next AS balancer
LABEL version=broken
