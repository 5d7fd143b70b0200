package schedule

import "time"

// AddressShare is how many hosts of one address may each be asked at the pace
// that their delay allows, before they have to share it. Hosts that are served
// together are mostly small; what one machine bears is more than what one site
// asks for, and not without bounds.
const AddressShare = 8

// AddressDelay returns how far apart requests to one address are, for a host with
// a delay of its own.
func AddressDelay(delay time.Duration) time.Duration { return delay / AddressShare }
