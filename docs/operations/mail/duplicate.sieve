# Throws an e-mail away whose Message-ID has reached this mailbox in the last two weeks.
require ["duplicate"];
if duplicate { discard; stop; }
